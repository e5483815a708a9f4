// Adds fields that some client libraries require but the service does not send.

import type { Read } from '../world.ts'

const NO_GIFTS = {
  unlimited_gifts: false,
  limited_gifts: false,
  unique_gifts: false,
  premium_subscription: false,
  gifts_from_channels: false,
}

/** The fields to add to a file of this kind, to a member of this status, or (`chat`) to the answer of getChat. */
const CLIENT_FIELDS: Readonly<Record<string, object>> = {
  video: { width: 1280, height: 720, duration: 1 },
  audio: { duration: 1 },
  chat: { accent_color_id: 0, max_reaction_count: 0, accepted_gift_types: NO_GIFTS },
  creator: { is_anonymous: false },
  administrator: {
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
  },
  restricted: {
    can_send_audios: false,
    can_send_documents: false,
    can_send_photos: false,
    can_send_videos: false,
    can_send_video_notes: false,
    can_send_voice_notes: false,
    can_send_polls: false,
    can_send_other_messages: false,
    can_add_web_page_previews: false,
    can_react_to_messages: false,
    can_edit_tag: false,
    can_change_info: false,
    can_invite_users: false,
    can_pin_messages: false,
    can_manage_topics: false,
  },
  kicked: { until_date: 0 },
}

/** Adds the fields for this kind of object, unless the object has them already. */
export const withClientFields = <Value extends object>(read: Read, kind: string, value: Value): Value =>
  read.service.client_fields ? { ...CLIENT_FIELDS[kind], ...value } : value
