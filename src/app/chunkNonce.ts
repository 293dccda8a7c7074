/// <reference types="webpack/module" />
import { pageNonce } from '../ui/pageNonce'

// Imported first: scripts and styles loaded later get the nonce, too.
__webpack_nonce__ = pageNonce()
