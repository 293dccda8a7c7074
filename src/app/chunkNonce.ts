/// <reference types="webpack/module" />
import { pageNonce } from './nonce'

// Imported before everything else: the scripts and styles fetched later carry it too.
__webpack_nonce__ = pageNonce()
