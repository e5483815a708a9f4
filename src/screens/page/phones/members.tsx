// The members of a group or channel, in a dialog, with a menu for each.

import type { ShownChatView } from '../../../control/contract/chats.ts'
import { plural } from '../../../lib/safe-text.ts'
import { isAllowed, memberActions, statusText } from '../../model/member-actions.ts'
import { act } from '../actions.ts'
import { Button } from '../controls.tsx'
import { closeDialog, showDialog } from '../dialog.tsx'
import { model } from '../emulator.ts'
import { Menu, MoreMenu } from '../menu.tsx'
import { ActionForm } from '../panels/action-form.tsx'
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

/** Offers what applies to each member now, and what the person may do. */
function Members({ as, chat: { id, handle: chat, kind, permissions } }: Props) {
  const members = model.view('/chats/:chat/members', { chat: id }).value ?? []
  const isInside = ({ id }: { id: number }) => members.some(({ user }) => user.id === id)
  const outside = [...model.people.value, ...model.bots.value].filter((each) => !isInside(each))
  const me = members.find(({ handle }) => handle === as)
  const may = (right: string) => !isReadOnly.value && me !== undefined && isAllowed(right, me, permissions)
  const itemsOf = (member: (typeof members)[number]) =>
    memberActions(kind, member)
      .filter(({ right }) => member.handle !== as && may(right))
      .map(({ action, label }) => ({
        text: label,
        isDangerous: action === 'ban',
        run() {
          const given = { as, chat, who: member.handle }
          if (!label.endsWith('…')) return act(action, given)
          const first = member.status === 'administrator' ? { ...member, rights: member } : {}
          const title = `${label.replace('…', '')}: ${member.user.first_name}`
          showDialog({ title, body: <ActionForm name={action} given={given} first={first} onDone={closeDialog} /> })
        },
      }))
  return (
    <>
      <ul class="members">
        {members.map((member) => (
          <li key={member.user.id} class="row">
            <Avatar id={member.user.id} name={member.user.first_name} />
            <span class="titles">
              <b>{member.user.first_name}</b> <small>{statusText(member.status)}</small>
            </span>
            {itemsOf(member).length > 0 && (
              <MoreMenu label={`Change ${member.user.first_name}`} items={itemsOf(member)} />
            )}
          </li>
        ))}
      </ul>
      {may('can_invite_users') && outside.length > 0 && (
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
