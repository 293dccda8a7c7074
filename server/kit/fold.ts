export { fold, foldSearched } from '../../src/contract/fold'
