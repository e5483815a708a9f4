// The members of a group or channel, with actions to add and change members.

import { useEffect, useState } from 'preact/hooks'
import type { ShownChatView } from '../contract/chats.ts'
import type { MemberView } from '../contract/people.ts'
import { plural } from '../describe/text.ts'
import { isCopy, perform, view } from './emulator.ts'
import { attempt, bots, people } from './world.ts'

const MEMBER_ACTIONS = ['promote', 'demote', 'mute', 'unmute', 'ban', 'unban'] as const

export function Members({ as, chat }: { as: string; chat: ShownChatView }) {
  const [isOpen, setIsOpen] = useState(false)
  const [members, setMembers] = useState<MemberView[]>([])
  useEffect(() => {
    if (isOpen) view<MemberView[]>(`chats/${chat.id}/members`).then(setMembers, () => {})
  }, [isOpen, chat])
  const outside = [...people.value, ...bots.value].filter(({ id }) => !members.some(({ user }) => user.id === id))
  const run = (action: string, who: string) => void attempt(() => perform(action, { as, chat: chat.handle, who }))
  return (
    <details class="members" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{plural(chat.member_count, 'member')}</summary>
      <ul>
        {members.map(({ user, handle, status }) => (
          <li key={user.id}>
            {user.first_name} <small>{status}</small>
            {handle !== as && !isCopy && (
              <Choice
                label={`Change ${user.first_name}`}
                choices={MEMBER_ACTIONS}
                onChoose={(action) => run(action, handle)}
              />
            )}
          </li>
        ))}
      </ul>
      {!isCopy && (
        <Choice
          label="Add a member"
          choices={outside.map(({ handle }) => handle)}
          onChoose={(who) => run('add', who)}
        />
      )}
    </details>
  )
}

interface ChoiceProps {
  label: string
  choices: readonly string[]
  onChoose(choice: string): void
}

function Choice({ label, choices, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        onChoose(currentTarget.value)
        currentTarget.value = ''
      }}
    >
      <option value="">{label}…</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}
