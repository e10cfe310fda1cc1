import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { entryOf, mayEnter } from './route-rights.js';

const people = {
  admin: buildAdmin(),
  'life agent': buildUser({ subroles: [1] }),
  'health agent': buildUser({ subroles: [2] }),
  'agent without sub-roles': buildUser({ subroles: [] }),
  guide: buildGuide(),
  'team lead': buildUser({ role_id: 4, subroles: [1] }),
  compliance: buildUser({ role_id: 5, subroles: [], states: [] }),
  auditor: buildUser({ role_id: 6, subroles: [], states: [] }),
  operator: buildUser({ role_id: 7, subroles: [], states: [] }),
};
type Who = keyof typeof people;

const agents: Who[] = ['life agent', 'health agent', 'agent without sub-roles', 'team lead'];
const callers: Who[] = ['admin', ...agents, 'guide'];
const everybody = Object.keys(people) as Who[];

const table: readonly [path: string, who: readonly Who[]][] = [
  ['/', everybody],
  ['/signin', everybody],
  ['/leads/upload', everybody],
  ['/life', ['admin', 'life agent', 'team lead', 'compliance']],
  ['/health', ['admin', 'health agent', 'compliance']],
  ['/auto', ['admin', ...agents]],
  ['/pet', ['admin', ...agents]],
  ['/home', ['admin', ...agents]],
  ['/motorcycle', ['admin', ...agents]],
  ['/renters', ['admin', ...agents]],
  ['/raw-leads', ['admin', ...agents]],
  ['/follow-ups', ['admin', ...agents]],
  ['/inbox', ['admin', ...agents]],
  ['/records', ['admin', 'team lead', 'compliance']],
  ['/audit', ['admin', 'compliance', 'auditor']],
  ['/dialler-report', ['admin']],
  ['/opening-hours', ['admin']],
  ['/carrier', ['admin']],
  ['/audit/leads-8120', ['admin', 'compliance', 'auditor']],
  ['/evidence', ['admin', 'compliance', 'auditor']],
  ['/system', ['admin', 'operator']],
  ['/contact-rules', ['admin', 'compliance']],
  ['/do-not-contact', ['admin', 'compliance']],
  ['/suppression-lists', ['admin', 'compliance']],
  ['/legal-holds', ['admin', 'compliance']],
  ['/licences', ['admin', ...agents, 'compliance']],
  ['/agents', ['admin']],
  ['/staff', ['admin']],
  ['/teams', ['admin']],
  ['/deleted-leads', ['admin']],
  ['/privacy-requests', ['admin', 'compliance']],
  ['/calls', [...callers, 'compliance']],
  ['/statistic', ['admin', ...agents]],
  ['/floor', ['admin', 'team lead']],
  ['/floor/wallboard', ['admin', 'team lead']],
  ['/deals', ['admin', ...agents]],
  ['/guide', ['guide']],
  ['/guide/leads', ['guide']],
  ['/guide/missed-calls', ['admin', 'guide']],
  ['/lead/66f0a1b2c3d4e5f601020304', [...callers, 'compliance']],
];

describe('who may be at an address', () => {
  it.each(table)('%s', (path, who) => {
    expect(everybody.filter((name) => mayEnter(path, people[name]))).toEqual(
      everybody.filter((name) => who.includes(name)),
    );
  });

  it.each(['/life/', '/records/', '/guide/leads/'])('counts a trailing slash for nothing: %s', (path) => {
    expect(entryOf(path)).toBe(entryOf(path.slice(0, -1)));
  });

  it('asks for a session at an address that it does not know', () => {
    expect(entryOf('/guidebook')).toBe('signed-in');
    expect(entryOf('/lifeboat')).toBe('signed-in');
  });
});
