import { memoryStore } from 'react-admin';
import { createStore } from './store.js';

describe('the store', () => {
  it('drops saved filters at a reset and keeps the theme', () => {
    const store = createStore(memoryStore({ theme: 'dark', 'leads.listParams': { filter: { q: 'Ann' } } }));
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBe('dark');
    expect(store.getItem('leads.listParams')).toBeUndefined();
  });

  it('makes up no theme that nobody chose', () => {
    const store = createStore(memoryStore({ other: 1 }));
    store.setup();
    store.reset();
    expect(store.getItem('theme')).toBeUndefined();
  });
});
