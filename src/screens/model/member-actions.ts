// What can be done with a member of a group or channel now.

type Status = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

const PROMOTE = ['promote', 'Make an administrator…'] as const
const BAN = ['ban', 'Ban'] as const

/** The actions by the status of the member; those with `…` have parameters to choose. */
const ACTIONS: Readonly<Record<Status, readonly (readonly [action: string, label: string])[]>> = {
  creator: [],
  administrator: [['promote', 'Change the rights…'], ['demote', 'Make an ordinary member again'], BAN],
  member: [['mute', 'Mute…'], PROMOTE, BAN],
  restricted: [['unmute', 'Lift the mute'], PROMOTE, BAN],
  left: [['add', 'Add to the chat'], BAN],
  kicked: [['unban', 'Lift the ban']],
}

/** A channel has no mutes. Without a member, the person has never been in the chat. */
export function memberActions(kind: string | undefined, member?: { status: string; is_member?: boolean | undefined }) {
  const hasLeft = !member || (member.status === 'restricted' && member.is_member === false)
  const actions = ACTIONS[hasLeft ? 'left' : (member.status as Status)]
  return actions.filter(([action]) => kind !== 'channel' || !action.endsWith('mute'))
}
