import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { leadFilter } from '@crm/contracts/entities/lead-filter.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import {
  clearedFilters,
  freshFilters,
  isNarrowed,
  matchesFilter,
  permanentFilter,
  pickedOf,
  withPicked,
  withSource,
} from './lead-filters.rules.js';

const agent = { id: '66f0a1b2c3d4e5f601020304', role: 2 } as const;
const admin = { id: '66f0a1b2c3d4e5f601020305', role: 1 } as const;

test('a fresh page filters by source 1 alone, and by source 2 after Clear filters', () => {
  expect([freshFilters, clearedFilters]).toEqual([{ source: 1 }, { source: 2 }]);
});

test('an agent always asks for the own leads, an admin for all agents including Without agent', () => {
  expect(permanentFilter(2, agent)).toEqual({ type: 2, agent: [agent.id] });
  expect(permanentFilter(4, admin)).toEqual({ type: 4 });
});

describe('picking in a list', () => {
  const all = statusCode.options;

  test('everything picked leaves the filter out of what is sent', () => {
    expect(withPicked({ source: 1, status: ['followUp'] }, 'status', all, all)).toEqual({ source: 1 });
  });

  test('nothing picked shows everything, as an empty list filters nothing', () => {
    expect(withPicked({ status: ['followUp'] }, 'status', [], all)).toEqual({});
  });

  test('what is picked is in the order of the list, whatever the order of the clicks', () => {
    expect(pickedOf(['followUp', 'newLead'], all)).toEqual(['newLead', 'followUp']);
  });

  test('what is kept passes the contract', () => {
    const values = withPicked(withPicked(freshFilters, 'agent', [0], [0, admin.id]), 'status', ['aota'], all);
    expect(leadFilter.parse({ ...values, ...permanentFilter(2, admin) })).toEqual({
      type: 2,
      source: 1,
      agent: [0],
      status: ['aota'],
    });
  });
});

test('no source stands for all sources', () => {
  expect(withSource({ source: 1, q: 'okafor' }, undefined)).toEqual({ q: 'okafor' });
  expect(withSource({}, 6)).toEqual({ source: 6 });
});

test('the source alone does not narrow a list', () => {
  expect([isNarrowed({ source: 4 }), isNarrowed({ state: ['TX'] }), isNarrowed({ q: 'x' })]).toEqual([
    false,
    true,
    true,
  ]);
});

describe('whether a row belongs to a list', () => {
  test.each([
    [{ type: 2 }, true],
    [{ type: 4 }, false],
    [{ type: 2, status: ['followUp', 'newLead'] }, true],
    [{ type: 2, status: ['newLead'] }, false],
    [{ type: 2, status: [] }, true],
    [{ type: 2, state: ['CA'] }, false],
    [{ type: 2, language: ['en'] }, true],
    [{ type: 2, language: ['es'] }, false],
    [{ type: 2, agent: [0] }, false],
    [{ type: 2, agent: [exampleLeadRow.user_id] }, true],
    [{ type: 2, source: 1 }, true],
    [{ type: 2, source: 2 }, false],
    [{ type: 2, source: null }, true],
    [{ type: 2, q: 'OKAFOR' }, true],
    [{ type: 2, q: '(214) 555' }, true],
    [{ type: 2, q: 'kafor' }, false],
    [{ type: 2, q: 'example.com' }, false],
    [{ type: 2, q: '5550' }, true],
    [{ type: 2, q: '4555' }, false],
    [{ type: 2, q: 'nobody' }, false],
  ] as const)('%j: %p', (filter, belongs) => {
    expect(matchesFilter(exampleLeadRow, leadFilter.parse(filter))).toBe(belongs);
  });

  test('a lead without agent belongs to Without agent', () => {
    expect(matchesFilter({ ...exampleLeadRow, user_id: 0 }, { type: 2, agent: [0] })).toBe(true);
  });
});
