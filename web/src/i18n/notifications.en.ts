import { laterMessages } from './later-messages.js';

/** The words of the notifications menu. The specification's own texts stand here letter for letter. */
export const notificationMessages = {
  notifications: {
    title: 'Notifications',
    none: 'No notifications',
    failed: 'Notifications failed to load.',
    unread: 'Notifications, %{smart_count} unread',
    message: 'Message from %{lead}',
    voicemail: 'Voicemail from %{lead}',
    followup: 'Follow-up with %{lead}',
    licence: 'Licences of %{lead}',
    webhook: 'Webhook %{lead}',
    audio: 'the voicemail from %{lead}',
    read: 'Mark as read: %{title}',
    now: 'just now',
    minutes: '%{smart_count} minute ago |||| %{smart_count} minutes ago',
    hours: '%{smart_count} hour ago |||| %{smart_count} hours ago',
    days: '%{smart_count} day ago |||| %{smart_count} days ago',
  },
};

export const useNotificationMessages = laterMessages(notificationMessages);
