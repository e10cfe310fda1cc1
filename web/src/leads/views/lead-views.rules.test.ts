import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { builtInViews, chosenView, savedView, valuesOfView } from './lead-views.rules.js';

const agent = { id: '66f0a1b2c3d4e5f601020304', role: 2 } as const;
const admin = { id: '66f0a1b2c3d4e5f601020305', role: 1 } as const;
const keys = (actor: typeof agent | typeof admin) => builtInViews(actor).map(({ key }) => key);

test('an admin has a view of the own leads, an agent whose list is the own one has none', () => {
  expect(keys(admin)).toEqual(['all', 'new', 'due', 'replied', 'mine']);
  expect(keys(agent)).toEqual(['all', 'new', 'due', 'replied']);
});

const ofOneSource = builtInViews(admin).filter(({ isOfAllSources }) => isOfAllSources !== true);
const ofAllSources = builtInViews(admin).filter(({ isOfAllSources }) => isOfAllSources === true);

test.each(ofOneSource)('choosing $key keeps the source, and is seen as chosen', (view) => {
  for (const source of [1, 2, undefined] as const) {
    const values = valuesOfView(view, source);
    expect(values).toEqual(source === undefined ? view.filter : { ...view.filter, source });
    expect(chosenView(builtInViews(admin), values)?.key).toBe(view.key);
  }
});

test('what waits is shown of all sources, and stays chosen where one narrows it', () => {
  expect(ofAllSources.map(({ key }) => key)).toEqual(['due', 'replied']);
  for (const view of ofAllSources) {
    expect(valuesOfView(view, 1)).toEqual(view.filter);
    expect(chosenView(builtInViews(admin), { ...view.filter, source: 2 })?.key).toBe(view.key);
  }
});

test.each([
  ['a search', { q: 'ann' }],
  ['a further filter', { waiting: 'due', state: ['TX'] }],
  ['a language', { language: ['es'] }],
  ['another status', { status: ['followUp'] }],
] as const)('%s is no view', (_what, values) => {
  const given = JSON.parse(JSON.stringify(values)) as object;
  expect(chosenView(builtInViews(admin), given)).toBeUndefined();
});

const saved: SavedView = {
  ...{ id: '66f0a1b2c3d4e5f601020a11', name: 'Texas', type: 2, is_shared: false },
  ...{ filter: { source: 2, state: ['TX'] }, user_id: agent.id },
};

test('a saved view has a source of its own, and is chosen by exactly its filters', () => {
  const view = savedView(saved);
  expect(valuesOfView(view, 1)).toEqual({ source: 2, state: ['TX'] });
  expect(chosenView([view], { source: 2, state: ['TX'] })?.key).toBe(saved.id);
  expect(chosenView([view], { source: 1, state: ['TX'] })).toBeUndefined();
});
