/// <reference types="webpack/module" />
import { pageNonce } from '../ui/pageNonce'

// Imported before everything else: the scripts and styles fetched later carry it too.
__webpack_nonce__ = pageNonce()
