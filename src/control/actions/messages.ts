// The actions send, sendFile, edit, delete and read.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { longerThan } from '../../lib/text.ts'
import { mayAsAdmin, memberOf } from '../../service/messenger/chats/chat.ts'
import { markRead, personChat, requireMessage } from '../../service/messenger/chats/person-chat.ts'
import { requirePersonPassesFilter } from '../../service/messenger/messages/content-filter.ts'
import { editMessage, pinMessage, textChange } from '../../service/messenger/messages/edit-message.ts'
import { chatToWriteTo, sendAsPerson } from '../../service/messenger/messages/send-as-person.ts'
import { requireActor } from '../../service/messenger/users/find-by-ref.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { viewMessage } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'
import { sendFile } from './send-file.ts'

export const messages = {
  send: action({
    summary: 'Sends a text as a person.',
    params: z.strictObject({ as: p.actor, to: p.chat, text: p.text, reply_to: p.replyTo.optional() }),
    result: 'MessageView',
    example: { as: 'alice', to: 'greeter', text: 'hi' },
    updates: ['message', 'channel_post'],
    run(tx, { as, to, text, reply_to }) {
      const person = requireActor(tx, as)
      const chat = chatToWriteTo(tx, person, to, 'text')
      return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text, reply_to: reply_to ?? null }))
    },
  }),
  sendFile,
  edit: action({
    summary: 'Edits a message as its author.',
    params: z.strictObject({ as: p.actor, chat: p.chat, message_id: p.messageId, text: p.text }),
    result: 'MessageView',
    example: { as: 'alice', chat: 'greeter', message_id: 1, text: 'hi' },
    updates: ['edited_message', 'edited_channel_post'],
    run(tx, { as, chat: ref, message_id, text }) {
      const person = requireActor(tx, as)
      const chat = personChat(tx, person, ref)
      const row = requireMessage(tx, chat, message_id)
      const mayEditAny = chat.kind === 'channel' && mayAsAdmin(memberOf(tx, chat, person.id), 'can_edit_messages')
      if (row.service !== null || (row.author !== person.id && !mayEditAny)) {
        const hint = 'Edit the message as its author.'
        throw new Problem('not-the-author', `${person.first_name} did not write message ${message_id}.`, hint)
      }
      if (row.file !== null && longerThan(text, LIMITS.captionPoints)) {
        const message = `A caption has at most ${LIMITS.captionPoints} characters.`
        throw new Problem('too-long', message, 'Shorten the caption.')
      }
      requirePersonPassesFilter(tx, chat, text)
      return viewMessage(tx, chat, editMessage(tx, chat, person, row, textChange(row, text)))
    },
  }),
  delete: action({
    summary: 'Deletes a message.',
    params: z.strictObject({ as: p.actor, chat: p.chat, message_id: p.messageId }),
    result: 'Done',
    example: { as: 'alice', chat: 'greeter', message_id: 1 },
    run(tx, { as, chat: ref, message_id }) {
      const person = requireActor(tx, as)
      const chat = personChat(tx, person, ref)
      const row = requireMessage(tx, chat, message_id)
      const needsNoRight = row.author === person.id || chat.kind === 'private'
      if (!needsNoRight && !mayAsAdmin(memberOf(tx, chat, person.id), 'can_delete_messages')) {
        const message = `${person.first_name} does not have the right can_delete_messages in ${chat.title}.`
        const hint =
          'Delete the message as its author, as the owner of the chat, or as an administrator with can_delete_messages.'
        throw new Problem('no-right', message, hint)
      }
      tx.store.messages.remove(chat.chat, message_id)
      if (chat.pinned_message_id === message_id) pinMessage(tx, chat, null)
      tx.emit({ type: 'delete', chat: chat.chat, message_id, author: row.author })
    },
  }),
  read: action({
    summary: 'Marks a chat as read.',
    params: z.strictObject({ as: p.actor, chat: p.chat }),
    result: 'Done',
    example: { as: 'alice', chat: 'greeter' },
    recorded: false,
    undoable: false,
    run(tx, { as, chat: ref }) {
      const person = requireActor(tx, as)
      const chat = personChat(tx, person, ref)
      markRead(tx, person, chat, chat.last_message_id)
    },
  }),
}
