// The members of a group or channel, in a dialog, with a menu for each.

import type { ShownChatView } from '../../../control/contract/chats.ts'
import { plural } from '../../../lib/safe-text.ts'
import { memberActions } from '../../model/member-actions.ts'
import { act } from '../actions.ts'
import { Button } from '../controls.tsx'
import { showDialog } from '../dialog.tsx'
import { model } from '../emulator.ts'
import { Menu, MoreMenu } from '../menu.tsx'
import { isReadOnly } from '../traffic/history.ts'
import { Avatar } from './avatar.tsx'

interface Props {
  as: string
  chat: ShownChatView
}

export const MembersButton = ({ as, chat }: Props) => (
  <Button
    class="link"
    onClick={() => showDialog({ title: `Members of ${chat.title}`, body: <Members as={as} chat={chat} /> })}
  >
    {plural(chat.member_count, 'member')}
  </Button>
)

function Members({ as, chat: { id, handle: chat, kind } }: Props) {
  const members = model.view('/chats/:chat/members', { chat: id }).value ?? []
  const isInside = ({ id }: { id: number }) => members.some(({ user }) => user.id === id)
  const outside = [...model.people.value, ...model.bots.value].filter((each) => !isInside(each))
  return (
    <>
      <ul class="members">
        {members.map(({ user, handle, status, is_member }) => (
          <li key={user.id} class="row">
            <Avatar id={user.id} name={user.first_name} />
            <span class="titles">
              <b>{user.first_name}</b> <small>{status}</small>
            </span>
            {handle !== as && !isReadOnly.value && status !== 'creator' && (
              <MoreMenu
                label={`Change ${user.first_name}`}
                items={memberActions(kind, { status, is_member }).map(({ action, label }) => ({
                  text: label.replace('…', ''),
                  isDangerous: action === 'ban',
                  run: () => act(action, { as, chat, who: handle }),
                }))}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly.value && outside.length > 0 && (
        <Menu
          label="Add a member"
          items={outside.map(({ first_name, handle }) => ({
            text: first_name,
            run: () => act('add', { as, chat, who: handle }),
          }))}
        >
          Add a member
        </Menu>
      )}
    </>
  )
}
