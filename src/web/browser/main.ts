/*
 * The script of all pages: copy buttons and passkeys, which stay hidden without it, movable board cards, the time zone
 * of the browser, what a form had when a session ended, keys, and secrets and the person of a clock that do not stay.
 */
import { makeMovable } from './board.ts'
import { forgetOthers } from './clock-person.ts'
import { offerCopying } from './copy.ts'
import { keepForms } from './kept-form.ts'
import { offerKeys } from './keys.ts'
import { offerPasskeys } from './passkeys.ts'
import { hideSecrets } from './secrets.ts'
import { sayZone } from './zone.ts'

offerCopying()
sayZone()
keepForms()
offerKeys()
offerPasskeys()
hideSecrets()
forgetOthers()
for (const board of document.querySelectorAll<HTMLElement>('[data-board]')) makeMovable(board)
