import { jest } from '@jest/globals';
import { memoryStore } from 'react-admin';
import { createStore } from './store.js';

describe('the store', () => {
  it('drops saved filters at a reset and keeps what belongs to the browser', () => {
    const store = createStore(
      memoryStore({
        theme: 'dark',
        locale: 'es',
        'notices.asked': true,
        'leads.listParams': { filter: { q: 'Ann' } },
      }),
    );
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBe('dark');
    expect(store.getItem('locale')).toBe('es');
    expect(store.getItem('notices.asked')).toBe(true);
    expect(store.getItem('leads.listParams')).toBeUndefined();
  });

  it('makes up no theme that nobody chose', () => {
    const store = createStore(memoryStore({ other: 1 }));
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBeUndefined();
  });

  it('has the language of the browser until one is chosen', () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CA', 'es-MX', 'en-US']);
    const store = createStore(memoryStore());
    store.setup();
    expect(store.getItem('locale')).toBe('es');
    store.setItem('locale', 'en');
    expect(store.getItem('locale')).toBe('en');
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
