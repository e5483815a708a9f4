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

const NAMES = new Set(Object.values(ACTIONS).flatMap((all) => all.map(([action]) => action as string)))

/** A channel has no mutes. */
export const fits = (action: string, kind: string | undefined) => kind !== 'channel' || !action.endsWith('mute')

type Member = { status: string; is_member?: boolean | undefined }

/** Without a member, the person has never been in the chat. */
export function memberActions(kind: string | undefined, member?: Member) {
  const hasLeft = !member || (member.status === 'restricted' && member.is_member === false)
  return ACTIONS[hasLeft ? 'left' : (member.status as Status)].filter(([action]) => fits(action, kind))
}

/** True if the action applies to the member now, or if it is not one of the actions above. */
export const canBe = (action: string, kind: string, member?: Member) =>
  memberActions(kind, member).some(([name]) => name === action) || !NAMES.has(action)
