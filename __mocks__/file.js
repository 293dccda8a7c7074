module.exports = 'file.bin'
