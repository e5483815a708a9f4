// The members of a group or channel, with actions to add and change members.

import { useState } from 'preact/hooks'
import type { ShownChatView } from '../../../control/contract/chats.ts'
import { plural } from '../../../lib/safe-text.ts'
import { act } from '../actions.ts'
import { Form, Select } from '../controls.tsx'
import { model } from '../emulator.ts'
import { focusFirst } from '../keep-focus.ts'
import { Menu } from '../menu.tsx'
import { isReadOnly } from '../traffic/history.ts'

/** The actions that apply to a member, by the member's status. */
const MEMBER_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  administrator: ['demote', 'ban'],
  member: ['promote', 'mute', 'ban'],
  restricted: ['promote', 'unmute', 'ban'],
}

const capitalize = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export function Members({ as, chat }: { as: string; chat: ShownChatView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="members" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{plural(chat.member_count, 'member')}</summary>
      {isOpen && <MemberList as={as} chat={chat} />}
    </details>
  )
}

function MemberList({ as, chat: { id, handle: chat } }: { as: string; chat: ShownChatView }) {
  const members = model.view('/chats/:chat/members', { chat: id }).value ?? []
  const outside = [...model.people.value, ...model.bots.value].filter(
    (each) => !members.some(({ user }) => user.id === each.id),
  )
  return (
    <>
      <ul>
        {members.map(({ user, handle, status }) => (
          <li key={user.id}>
            {user.first_name} <small>{status}</small>
            {handle !== as && !isReadOnly.value && MEMBER_ACTIONS[status] && (
              <Menu
                label={`Change ${user.first_name}`}
                items={MEMBER_ACTIONS[status].map((action) => [
                  capitalize(action),
                  () => act(action, { as, chat, who: handle }),
                ])}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly.value && (
        <Choice
          label="Add a member"
          choices={outside.map(({ handle }) => handle)}
          onChoose={(who) => act('add', { as, chat, who })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  choices: readonly string[]
  onChoose(choice: string): unknown
}

/** A list with an OK button. Only OK applies the choice, because arrow keys select each choice that they pass. */
function Choice({ label, choices, onChoose }: ChoiceProps) {
  const [choice, setChoice] = useState('')
  return (
    <Form
      class="row"
      onSubmit={(form) => {
        focusFirst(['select'], form)
        onChoose(choice)
        setChoice('')
      }}
    >
      <Select
        label={label}
        value={choice}
        choices={['', ...choices]}
        texts={[`${label}…`, ...choices]}
        onChoose={setChoice}
      />
      {choice && <button type="submit">OK</button>}
    </Form>
  )
}
