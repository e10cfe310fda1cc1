import type { z } from 'zod';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { migratedCall } from '@crm/contracts/http/call-migration.js';
import { addDays, pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { demoAudio } from './demo-audio.js';

export type DemoCall = z.input<typeof migratedCall>;

/** A lead of an agent, as it is called. */
export interface CalledLead {
  lead_id: string;
  fullname: string;
  phone: string;
  status: StatusCode;
  /** When it came: nobody called it before. */
  created_at: string;
}

const days = 30;
const minuteMs = 60_000;
/** Hours in Los Angeles at which it is day for every customer, also in Hawaii and in New York. */
const [firstHour, hours] = [10, 6];

/** How often nobody answered before somebody did, and whether somebody did. */
const courses: Partial<Record<StatusCode, { unanswered: number; talked: boolean }>> = {
  contactAttempt1: { unanswered: 1, talked: false },
  contactAttempt2: { unanswered: 2, talked: false },
  contactAttempt3: { unanswered: 3, talked: false },
  contactAttempt4: { unanswered: 4, talked: false },
  wrongPhoneNumber: { unanswered: 0, talked: true },
  notInterested: { unanswered: 1, talked: true },
  doNotCall: { unanswered: 0, talked: true },
  followUp: { unanswered: 1, talked: true },
  thinkingAboutIt: { unanswered: 0, talked: true },
  emailed: { unanswered: 1, talked: true },
  agreement: { unanswered: 0, talked: true },
  inApplication: { unanswered: 0, talked: true },
  underwriting: { unanswered: 1, talked: true },
  approved: { unanswered: 0, talked: true },
  'in-force': { unanswered: 0, talked: true },
};

const unansweredOutcomes = ['no-answer', 'no-answer', 'busy', 'no-answer'] as const;

/** What was said in a call that was written down. */
const transcripts = [
  'Agent: Good morning, this is your agent about the final expense quote. Customer: Yes, I was waiting for that. Agent: For twenty thousand it is sixty-four dollars and twenty cents a month. Customer: That is less than I thought. Let me talk to my wife tonight.',
  'Agent: You asked us about cover for your mortgage. Customer: That is right, we refinanced in June. Agent: A term of twenty years fits it. Customer: Send me both by e-mail, please.',
  'Agent: How is your new prescription? Customer: Better, the doctor changed it. Agent: Then I ask the carrier again, it may lower your rate.',
];
const leftWords = [
  'Hello, I saw that you called. I am home after five, please try again then.',
  'This is about the letter that I got. I have a question about the second page.',
  'I would like to go ahead. Please call me back today if you can.',
];

/** The working days up to yesterday, the last one first. */
function workingDays(now: Date): string[] {
  const today = pacificDate(now);
  return Array.from({ length: days }, (_, back) => addDays(today, -1 - back)).filter((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return weekday !== 0 && weekday !== 6;
  });
}

/** The `turn`-th call of a day's: at most one of each lead a day, spread over the hours in which all may be called. */
const instantOf = (day: string, turn: number) =>
  new Date(
    startOfPacificDay(day).getTime() +
      firstHour * 60 * minuteMs +
      ((turn * 23 * minuteMs) % (hours * 60 * minuteMs)),
  );

/** So many of the recordings are long. */
const longOnes = 2;

interface Options {
  user_id: string;
  leads: readonly CalledLead[];
  now: Date;
  /** Calls that have a recording that plays. */
  recorded: number;
}

/** A month of an agent's calls: attempts and talks by the status of each lead, some recorded, some missed with a voicemail. */
export function demoCalls({ user_id, leads, now, recorded }: Options): DemoCall[] {
  const open = workingDays(now);
  const calls: DemoCall[] = [];
  let turn = 0;
  const on = (back: number) => {
    turn += 1;
    return instantOf(open[back % open.length] ?? pacificDate(now), turn).toISOString();
  };
  const base = (lead: CalledLead, what: string) => ({
    external_id: `demo:${user_id}:${lead.lead_id}:${what}`,
    ...{ lead_id: lead.lead_id, lead_name: lead.fullname, number: lead.phone, user_id },
  });

  for (const [index, lead] of leads.entries()) {
    const course = courses[lead.status];
    if (!course) continue;
    const last = index % Math.max(1, open.length - 6);
    for (let attempt = 0; attempt < course.unanswered; attempt += 1) {
      calls.push({
        ...base(lead, `attempt ${String(attempt)}`),
        ...{
          direction: 'outbound',
          outcome: unansweredOutcomes[attempt % 4] ?? 'no-answer',
          answered_by: null,
        },
        ...{ at: on(last + course.unanswered - attempt), rang: 24 + (index % 9), talked: 0 },
      });
    }
    if (!course.talked) continue;
    const nth = calls.filter(({ recording }) => recording).length;
    const isRecorded = nth < recorded;
    // The table of records has those of more than two minutes.
    const seconds = !isRecorded
      ? 45 + ((index * 37) % 900)
      : nth < longOnes
        ? 125 + (index % 20)
        : 6 + (index % 7);
    calls.push({
      ...base(lead, 'talk'),
      ...{ direction: 'outbound', outcome: 'completed', answered_by: null },
      ...{ at: on(last), rang: 9 + (index % 12), talked: seconds },
      ...(isRecorded && {
        recording: {
          audio: demoAudio(seconds, { seed: index + 1, voices: 2 }),
          seconds,
          text: index % 2 === 0 ? (transcripts[index % transcripts.length] ?? null) : null,
        },
      }),
    });
  }

  for (const [index, lead] of leads.slice(0, leftWords.length).entries()) {
    const seconds = 5 + index;
    calls.push({
      ...base(lead, 'missed'),
      ...{ direction: 'inbound', outcome: 'no-answer', answered_by: null, missed: true },
      ...{ at: on(index * 2), rang: 25, talked: 0 },
      voicemail: {
        audio: demoAudio(seconds, { seed: 900 + index, voices: 1 }),
        seconds,
        text: leftWords[index] ?? null,
        read: index === 0 ? 0 : 1,
      },
    });
  }
  const cameAt = new Map(leads.map(({ lead_id, created_at }) => [lead_id, created_at]));
  return calls.filter(({ lead_id, at }) => at > (cameAt.get(lead_id ?? '') ?? ''));
}

/** Callers to the office whom nobody took and no lead belongs to. */
export function demoStrangers(now: Date): DemoCall[] {
  const open = workingDays(now);
  return ['+12125550171', '+13125550172', '+14045550173', '+16025550174'].map((number, index) => ({
    external_id: `demo:stranger:${number}`,
    ...{ lead_id: null, lead_name: '', number, user_id: null },
    ...{ direction: 'inbound', outcome: 'no-answer', answered_by: null, missed: true, rang: 30, talked: 0 },
    at: instantOf(open[index * 2] ?? pacificDate(now), index + 3).toISOString(),
    ...(index === 1 && {
      voicemail: {
        audio: demoAudio(7, { seed: 950, voices: 1 }),
        seconds: 7,
        text: 'I saw your advertisement about final expense. Please call me.',
        read: 0 as const,
      },
    }),
  }));
}
