import { memoryStore } from 'react-admin';
import { createStore } from './store.js';

describe('the store', () => {
  it('drops saved filters at a reset and keeps what belongs to the browser', () => {
    const store = createStore(
      memoryStore({ theme: 'dark', 'notices.asked': true, 'leads.listParams': { filter: { q: 'Ann' } } }),
    );
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBe('dark');
    expect(store.getItem('notices.asked')).toBe(true);
    expect(store.getItem('leads.listParams')).toBeUndefined();
  });

  it('makes up no theme that nobody chose', () => {
    const store = createStore(memoryStore({ other: 1 }));
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBeUndefined();
  });

  it('forgets what was checked when the page is loaded anew', () => {
    const before = createStore();
    before.setup();
    before.setItem('leads.life.selectedIds', ['a1']);
    before.setItem('leads.selectedIds.storeKeys', ['leads.life']);
    before.setItem('leads.life.listParams', { page: 2 });
    expect(before.getItem('leads.life.selectedIds')).toEqual(['a1']);
    const after = createStore();
    after.setup();
    expect(after.getItem('leads.life.selectedIds')).toBeUndefined();
    expect(after.getItem('leads.life.listParams')).toEqual({ page: 2 });
  });
});
