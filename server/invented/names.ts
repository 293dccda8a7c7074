/** The two halves of invented place names that no town and no firm is known by. */
export const nameBeginnings = [
  ...['Lark', 'Quill', 'Thistle', 'Bramble', 'Fenni', 'Harrow', 'Wren', 'Sorrel', 'Tarn', 'Marlo'],
  ...['Corrin', 'Dunla', 'Ember', 'Farrow', 'Gannet', 'Hollin', 'Ister', 'Jessa', 'Kestrel', 'Lanner'],
  ...['Merri', 'Nether', 'Orrin', 'Pender', 'Quarrel', 'Rudder', 'Saffron', 'Teasel', 'Umber', 'Varley'],
  ...['Willet', 'Yarrow', 'Zephyr', 'Aldren', 'Bodkin', 'Calder', 'Drover', 'Elder', 'Furze', 'Gorse'],
]
export const nameEndings = [
  ...['field', 'moor', 'dene', 'wick', 'mere', 'combe', 'holt', 'stead', 'garth', 'fold'],
  ...['beck', 'croft', 'thorpe', 'shaw', 'lea', 'gate', 'bourne', 'cote', 'den', 'march'],
]
