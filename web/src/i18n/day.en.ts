import { laterMessages } from './later-messages.js';

/** Whom one contacts next. */
export const dayMessages = {
  day: {
    title: 'My day',
    note: 'Call-backs, replies, new leads and retries, in the order to contact them',
    next: 'Next lead',
    callNext: 'Call the next lead, or the one in focus',
    failed: 'My day could not be loaded',
    empty: { title: 'Nothing to contact now', text: 'Call-backs, replies and new leads appear here.' },
    none: 'Nobody left to contact now',
    noneUntil: 'Nobody left to contact now. The next lead opens at %{time}.',
    label: 'Leads to contact',
    counts: {
      callback: '%{smart_count} call-back |||| %{smart_count} call-backs',
      reply: '%{smart_count} reply |||| %{smart_count} replies',
      new: '%{smart_count} new',
      retry: '%{smart_count} to retry',
    },
    column: { reason: 'Why', fullname: 'Full Name', status: 'Status', phone: 'Phone', source: 'Source' },
    reason: {
      callback: 'Call-back due %{ago}',
      reply: 'Replied %{ago}',
      new: 'New, %{age}',
      retry: 'No answer %{when}, now %{part}',
      retryAnywhere: 'No answer %{when}',
      retryUnknown: 'Not reached yet',
      opens: 'Opens %{time} in %{state}',
      opensAnywhere: 'Opens %{time}',
    },
    ago: {
      now: 'just now',
      minutes: '%{smart_count} min ago',
      hours: '%{smart_count} h ago',
      days: '%{smart_count} day ago |||| %{smart_count} days ago',
    },
    age: {
      now: 'just in',
      minutes: '%{smart_count} min old',
      hours: '%{smart_count} h old',
      days: '%{smart_count} day old |||| %{smart_count} days old',
    },
    when: { today: 'today %{time}', yesterday: 'yesterday %{time}', before: '%{day} %{time}' },
    figures: {
      own: 'My numbers',
      ofAll: 'All agents',
      failed: 'The figures could not be loaded',
      today: 'Today',
      yesterday: 'Yesterday',
      team: 'Team',
      calls: 'Calls',
      contacts: 'Contacts',
      talk_seconds: 'Talk time',
      deals: 'Deals',
      premium: 'Premium',
      of: 'Team: average of %{smart_count} person who called or sold today |||| Team: average of %{smart_count} people who called or sold today',
    },
    part: { morning: 'morning', afternoon: 'afternoon', evening: 'evening' },
  },
};

export const useDayMessages = laterMessages(dayMessages);
export type DayMessages = ReturnType<typeof useDayMessages>;
