import { exampleUser, type User } from '@crm/contracts/entities/user.js';

/** An agent for life leads unless said otherwise. */
export const buildUser = (known: Partial<User> = {}): User => ({
  ...exampleUser,
  active: 0,
  online: 0,
  ...known,
});

export const buildAdmin = (known: Partial<User> = {}): User =>
  buildUser({
    id: '66f0a1b2c3d4e5f601020301',
    role_id: 1,
    fname: 'Morgan',
    lname: 'Ostrander',
    fullname: 'Morgan Ostrander',
    email: 'morgan@example.com',
    subroles: [],
    states: [],
    ...known,
  });

export const buildGuide = (known: Partial<User> = {}): User =>
  buildUser({
    id: '66f0a1b2c3d4e5f601020303',
    role_id: 3,
    fname: 'Tamsin',
    lname: 'Kerr',
    fullname: 'Tamsin Kerr',
    email: 'tamsin@example.com',
    subroles: [],
    states: [],
    ...known,
  });
