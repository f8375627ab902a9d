/** Content hashes: the names under which derived things are kept. */

import {hash} from 'node:crypto'

/**
 * The first 22 characters (132 bits) of SHA-256 in base64url. Enough that two texts of one brain never share it;
 * not meant against someone who forges.
 */
export function digest(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22)
}
