// What can be done with a member of a chat now, and by whom.

/** What the one who acts must be allowed. */
export type MemberRight = 'can_restrict_members' | 'can_promote_members' | 'can_invite_users'

interface MemberAction {
  /** Ends in `…` if there are parameters to choose. */
  label: string
  right: MemberRight
  /** What is said when it is done, unless the chat shows it. */
  done?: string
}

const ACTIONS: Readonly<Record<string, MemberAction>> = {
  mute: { label: 'Mute…', right: 'can_restrict_members', done: 'is muted in' },
  unmute: { label: 'Lift the mute', right: 'can_restrict_members', done: 'may write again in' },
  promote: { label: 'Make an administrator…', right: 'can_promote_members', done: 'is an administrator of' },
  demote: { label: 'Make an ordinary member again', right: 'can_promote_members', done: 'is an ordinary member of' },
  ban: { label: 'Ban', right: 'can_restrict_members', done: 'is banned from' },
  unban: { label: 'Lift the ban', right: 'can_restrict_members', done: 'is no longer banned from' },
  add: { label: 'Add to the chat', right: 'can_invite_users' },
}

const STATUS_TEXTS: Readonly<Record<string, string>> = { creator: 'owner', restricted: 'muted', kicked: 'banned' }
export const statusText = (status: string) => STATUS_TEXTS[status] ?? status

const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  creator: [],
  administrator: ['promote', 'demote', 'ban'],
  member: ['mute', 'promote', 'ban'],
  restricted: ['unmute', 'promote', 'ban'],
  left: ['add', 'ban'],
  kicked: ['unban'],
}

/** Mutes exist only in groups. */
export const fits = (action: string, kind: string | undefined) => kind !== 'channel' || !/^(un)?mute$/.test(action)

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
  const status = hasLeft ? 'left' : member.status
  const isChange = (action: string) => action === 'promote' && status === 'administrator'
  return BY_STATUS[status]!.filter((action) => fits(action, kind)).map((action) => {
    return { action, ...ACTIONS[action]!, ...(isChange(action) && { label: 'Change the rights…' }) }
  })
}

/** True if the action applies to the member now, or if it is not one of the actions above. */
export const canBe = (name: string, kind: string, member?: Member) =>
  memberActions(kind, member).some(({ action }) => action === name) || !(name in ACTIONS)

/** Returns a sentence such as "Carol is muted in Team.". */
export function memberActionDone(name: string, member: string, chat: string): string | undefined {
  const done = ACTIONS[name]?.done
  return done && `${member} ${done} ${chat}.`
}
