/** All commands, in the order in which help shows them. Loads none of their work. */

import {about} from './about.js'
import {boot} from './boot.js'
import {check} from './check.js'
import type {Command} from './command.js'
import {commit} from './commit.js'
import {completion} from './completion.js'
import {configList} from './config.js'
import {doctor} from './doctor.js'
import {end} from './end.js'
import {forget} from './forget.js'
import {history} from './history.js'
import {hookInstall, hookKeep, hookRun, hookUninstall} from './hook.js'
import {hookStatus} from './hook-status.js'
import {indexNotes} from './index-notes.js'
import {init} from './init.js'
import {links} from './links.js'
import {list} from './list.js'
import {log} from './log.js'
import {mcp} from './mcp.js'
import {move} from './move.js'
import {recall} from './recall.js'
import {remember} from './remember.js'
import {review} from './review.js'
import {search} from './search.js'
import {setup} from './setup.js'
import {show} from './show.js'
import {stale} from './stale.js'
import {status} from './status.js'
import {supersede} from './supersede.js'
import {trust} from './trust.js'
import {undo} from './undo.js'
import {uninstall} from './uninstall.js'
import {watch} from './watch.js'

export const commands = [
  init,
  setup,
  hookInstall,
  mcp,
  boot,
  recall,
  search,
  about,
  list,
  show,
  history,
  links,
  status,
  check,
  remember,
  log,
  move,
  forget,
  undo,
  commit,
  stale,
  review,
  end,
  supersede,
  trust,
  watch,
  indexNotes,
  doctor,
  configList,
  hookStatus,
  hookUninstall,
  hookRun,
  hookKeep,
  completion,
  uninstall,
] as unknown as readonly Command[]
