import { buildUser } from '../test/builders.js';
import { createSession } from './session.js';

const stored = () => window.localStorage.getItem('session.token');

describe('the session', () => {
  it('keeps the token in the browser and the person in memory', () => {
    const session = createSession();
    session.begin(buildUser({ fname: 'Dana' }), 'first');
    expect(stored()).toBe('first');
    expect(createSession().token()).toBe('first');
    expect(createSession().user()).toBeUndefined();
  });

  it('keeps the old token when a verification renews none', () => {
    const session = createSession();
    session.begin(buildUser(), 'first');
    session.begin(buildUser({ active: 1 }));
    expect(stored()).toBe('first');
    expect(session.user()?.active).toBe(1);
  });

  it('reads a token that another window renewed', () => {
    const session = createSession();
    session.begin(buildUser(), 'first');
    window.localStorage.setItem('session.token', 'second');
    expect(session.token()).toBe('second');
  });

  it('forgets token and person at its end, and tells who listens', () => {
    const session = createSession();
    session.begin(buildUser(), 'first');
    const notified: unknown[] = [];
    session.subscribe(() => notified.push(session.user()));
    session.end();
    expect(notified).toEqual([null]);
    expect(stored()).toBeNull();
  });

  it('notes nothing about a person who has left', () => {
    const session = createSession();
    session.end();
    session.change({ active: 1 });
    expect(session.user()).toBeNull();
  });
});
