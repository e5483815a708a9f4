// The rights of administrators and the permissions of group members.

export type Flags<Name extends string> = Record<Name, boolean>

export const ADMIN_RIGHTS = [
  'can_change_info',
  'can_delete_messages',
  'can_restrict_members',
  'can_invite_users',
  'can_pin_messages',
  'can_post_messages',
  'can_edit_messages',
  'can_promote_members',
  'can_manage_video_chats',
] as const
export type AdminRight = (typeof ADMIN_RIGHTS)[number]

export const packRights = (rights: Partial<Flags<AdminRight>>) => packFlags(ADMIN_RIGHTS, rights)
export const unpackRights = (bits: number) => unpackFlags(ADMIN_RIGHTS, bits)
export const hasRight = (bits: number, right: AdminRight) => hasFlag(ADMIN_RIGHTS, bits, right)

export const PERMISSIONS = [
  'can_send_messages',
  'can_send_media_messages',
  'can_pin_messages',
  'can_change_info',
  'can_invite_users',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The permissions of ordinary members of a new group. */
export const DEFAULT_PERMISSIONS = { can_send_messages: true, can_send_media_messages: true, can_invite_users: true }

export const packPermissions = (permissions: Partial<Flags<Permission>>) => packFlags(PERMISSIONS, permissions)
export const unpackPermissions = (bits: number) => unpackFlags(PERMISSIONS, bits)
export const hasPermission = (bits: number, permission: Permission) => hasFlag(PERMISSIONS, bits, permission)

// Rights and permissions are stored as one number, with one bit for each name in `names`.
function packFlags<Name extends string>(names: readonly Name[], flags: Partial<Flags<Name>>): number {
  return names.reduce((bits, name, i) => (flags[name] ? bits | (1 << i) : bits), 0)
}

function unpackFlags<Name extends string>(names: readonly Name[], bits: number): Flags<Name> {
  return Object.fromEntries(names.map((name, i) => [name, (bits & (1 << i)) !== 0])) as Flags<Name>
}

function hasFlag<Name extends string>(names: readonly Name[], bits: number, name: Name): boolean {
  return (bits & (1 << names.indexOf(name))) !== 0
}
