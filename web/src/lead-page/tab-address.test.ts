import type { LeadTab } from '../leads/lead/lead-tab.js';
import { addressOf, tabOf } from './tab-address.js';

const tab = (key: string, side: LeadTab['side']): LeadTab => ({
  key,
  side,
  label: () => key,
  isShown: () => true,
  Panel: () => null,
});
const tabs = [
  tab('client', 'left'),
  tab('beneficiaries', 'left'),
  tab('script', 'right'),
  tab('notes', 'right'),
  tab('script/66f0a1b2c3d4e5f6010203ff', 'right'),
];

describe('the tab that an address opens', () => {
  it.each([
    ['', '', 'client', 'script'],
    ['notes', '', 'client', 'notes'],
    ['notes/', '', 'client', 'notes'],
    ['script/66f0a1b2c3d4e5f6010203ff', '', 'client', 'script/66f0a1b2c3d4e5f6010203ff'],
    ['notes', '?left=beneficiaries', 'beneficiaries', 'notes'],
    ['nonsense', '?left=nonsense', 'client', 'script'],
    // A tab of the other side is none of this one.
    ['client', '?left=notes', 'client', 'script'],
  ])('/%s%s', (rest, search, left, right) => {
    expect(tabOf(tabs, 'left', { rest, search })?.key).toBe(left);
    expect(tabOf(tabs, 'right', { rest, search })?.key).toBe(right);
  });

  it('is none where the side has none', () => {
    expect(tabOf([tab('client', 'left')], 'right', { rest: 'notes', search: '' })).toBeUndefined();
  });
});

describe('the address of a tab', () => {
  const at = { leadId: 'abc', pathname: '/lead/abc/notes', search: '?left=beneficiaries&x=1' };

  it('at the right is its path, the left side staying', () => {
    expect(addressOf(tab('carrier', 'right'), undefined, at)).toEqual({
      pathname: '/lead/abc/carrier',
      search: '?left=beneficiaries&x=1',
    });
  });

  it('at the left is in the query, the right side staying', () => {
    expect(addressOf(tab('beneficiaries', 'left'), tabs[0], { ...at, search: '' })).toEqual({
      pathname: '/lead/abc/notes',
      search: 'left=beneficiaries',
    });
    expect(addressOf(tab('client', 'left'), tabs[0], at)).toEqual({
      pathname: '/lead/abc/notes',
      search: 'x=1',
    });
  });
});
