// What can be done with a member of a chat now, and by whom.

type Status = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

interface MemberAction {
  action: string
  /** Ends in `…` if there are parameters to choose. */
  label: string
  /** What is said when it is done, unless the chat shows it. */
  done?: string
  isInChannels?: false
  /** What the one who acts must be allowed. */
  right: 'can_restrict_members' | 'can_promote_members' | 'can_invite_users'
}

export type MemberRight = MemberAction['right']

const RESTRICT = { right: 'can_restrict_members', isInChannels: false } as const
const MUTE: MemberAction = { action: 'mute', label: 'Mute…', done: 'is muted in', ...RESTRICT }
const UNMUTE: MemberAction = { action: 'unmute', label: 'Lift the mute', done: 'may write again in', ...RESTRICT }
const PROMOTE: MemberAction = {
  action: 'promote',
  label: 'Make an administrator…',
  done: 'is an administrator of',
  right: 'can_promote_members',
}
const DEMOTE: MemberAction = {
  action: 'demote',
  label: 'Make an ordinary member again',
  done: 'is an ordinary member of',
  right: 'can_promote_members',
}
const BAN: MemberAction = { action: 'ban', label: 'Ban', done: 'is banned from', right: 'can_restrict_members' }
const UNBAN: MemberAction = {
  action: 'unban',
  label: 'Lift the ban',
  done: 'is no longer banned from',
  right: 'can_restrict_members',
}
const ADD: MemberAction = { action: 'add', label: 'Add to the chat', right: 'can_invite_users' }

const BY_STATUS: Readonly<Record<Status, readonly MemberAction[]>> = {
  creator: [],
  administrator: [{ ...PROMOTE, label: 'Change the rights…' }, DEMOTE, BAN],
  member: [MUTE, PROMOTE, BAN],
  restricted: [UNMUTE, PROMOTE, BAN],
  left: [ADD, BAN],
  kicked: [UNBAN],
}

const findAction = (name: string) =>
  [MUTE, UNMUTE, PROMOTE, DEMOTE, BAN, UNBAN, ADD].find(({ action }) => action === name)

export const fits = (action: string, kind: string | undefined) =>
  kind !== 'channel' || findAction(action)?.isInChannels !== false

/** True if a member may do it: by its own rights, or by the permissions of all members. */
export const isAllowed = (right: string, member: { status: string }, permissions: object | null = null) =>
  member.status === 'creator' ||
  hasOwn(member, right) ||
  (member.status === 'member' && permissions !== null && hasOwn(permissions, right))

const hasOwn = (rights: object, right: string) => (rights as Record<string, unknown>)[right] === true

type Member = { status: string; is_member?: boolean | undefined }

/** Without a member, the person has never been in the chat. */
export function memberActions(kind: string | undefined, member?: Member) {
  const hasLeft = !member || (member.status === 'restricted' && member.is_member === false)
  return BY_STATUS[hasLeft ? 'left' : (member.status as Status)].filter(({ action }) => fits(action, kind))
}

/** True if the action applies to the member now, or if it is not one of the actions above. */
export const canBe = (name: string, kind: string, member?: Member) =>
  memberActions(kind, member).some(({ action }) => action === name) || !findAction(name)

/** Returns a sentence such as "Carol is muted in Team.". */
export function memberActionDone(name: string, member: string, chat: string): string | undefined {
  const done = findAction(name)?.done
  return done && `${member} ${done} ${chat}.`
}
