import { laterMessages } from './later-messages.js';

/** The report on calls of the dialler. */
export const diallerReportMessages = {
  diallerReport: {
    title: 'Dialler report',
    export: 'Export CSV',
    file: 'dialler-%{from}-%{to}.csv',
    byDay: 'By day and guide',
    day: 'Day',
    guide: 'Guide',
    dialled: 'Dialled',
    people: 'People',
    machines: 'Machines',
    abandoned: 'Abandoned',
    share: 'Abandoned %',
    mean: 'Mean',
    longest: 'Longest',
    meanHint: 'Seconds from the answer to the guide’s voice, mean of all who heard it',
    longestHint: 'The same of whoever waited longest',
    peopleAnswered: 'People who answered',
    ofDialled: 'of %{count} dialled; %{machines} machines',
    abandonedShare: 'Abandoned',
    allowed: '%{count} people heard nobody; %{most} allowed',
    voice: 'Seconds to voice',
    longestOf: 'longest %{seconds}',
    tooMany:
      '%{share} of the people who answered heard nobody within two seconds. The Telemarketing Sales Rule allows %{most} within 30 days.',
    noneTitle: 'No calls',
    noneText: 'The dialler placed no calls on these days.',
    failed: 'The report could not be loaded',
  },
};

export const useDiallerReportMessages = laterMessages(diallerReportMessages);
