import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useCallback, useState } from 'react';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { openPart } from '../test/TestApp.js';
import { PillBar, TabBar } from './TabBar.js';

const drawn: string[] = [];
beforeEach(() => {
  drawn.length = 0;
  rested.length = 0;
});

const tab = (key: string, more: Partial<Pick<LeadTab, 'group'>> = {}): LeadTab => ({
  key,
  side: 'right',
  label: () => {
    drawn.push(key);
    return key;
  },
  isShown: () => true,
  Panel: () => null,
  ...more,
});
const first = tab('first');
const tabs = [first, tab('second'), tab('third'), tab('fourth')];

function Bar({ of: Of, tabs }: { of: typeof TabBar; tabs: readonly [LeadTab, ...LeadTab[]] }) {
  const [active, setActive] = useState(tabs[0]);
  const onOpen = useCallback((tab: LeadTab) => {
    setActive(tab);
  }, []);
  return <Of label="Tabs" lead={exampleLifeLead} {...{ tabs, active, onOpen, onRest }} />;
}

const rested: string[] = [];
const onRest = ({ key }: LeadTab) => {
  rested.push(key);
};

const names = (state: { selected?: boolean } = {}) =>
  screen.getAllByRole('tab', state).map(({ textContent }) => textContent);

describe.each([
  ['tabs', TabBar],
  ['pills', PillBar],
])('%s', (_look, of) => {
  test('of those that stand there, the two that change are drawn when another is opened', async () => {
    const { pointer } = openPart(<Bar of={of} tabs={[first, ...tabs.slice(1)]} />);
    drawn.length = 0;
    await pointer.click(screen.getByRole('tab', { name: 'third' }));
    expect(names({ selected: true })).toEqual(['third']);
    expect(new Set(drawn)).toEqual(new Set(['first', 'third']));
  });

  test('arrow keys go round them without opening any; Enter opens, and only the open one is a stop of Tab', async () => {
    const { pointer } = openPart(<Bar of={of} tabs={[first, ...tabs.slice(1)]} />);
    await pointer.tab();
    expect(screen.getByRole('tab', { name: 'first' })).toHaveFocus();
    await pointer.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'fourth' })).toHaveFocus();
    await pointer.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'second' })).toHaveFocus();
    expect(names({ selected: true })).toEqual(['first']);
    await pointer.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'fourth' })).toHaveFocus();
    await pointer.keyboard('{Home}{ArrowRight}{Enter}');
    expect(names({ selected: true })).toEqual(['second']);
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1]);
  });
});

test('tabs of a group stand as one, which is open while one of them is', async () => {
  const script = tab('script', { group: 'call' });
  const { pointer } = openPart(<Bar of={TabBar} tabs={[script, tab('history', { group: 'call' }), first]} />);
  expect(names()).toEqual(['Call', 'first']);
  expect(names({ selected: true })).toEqual(['Call']);
  expect(screen.getByRole('tab', { name: 'Call' })).toHaveAttribute(
    'aria-controls',
    'lead-panel-right-script',
  );
  await pointer.click(screen.getByRole('tab', { name: 'first' }));
  expect(names({ selected: true })).toEqual(['first']);
});

describe('a pointer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('that rests on a tab for a tenth of a second says so; one that passes says nothing', () => {
    openPart(<Bar of={TabBar} tabs={[first, ...tabs.slice(1)]} />);
    const enter = (name: string) => fireEvent.pointerEnter(screen.getByRole('tab', { name }));
    const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole('tab', { name }));
    enter('second');
    jest.advanceTimersByTime(99);
    leave('second');
    enter('third');
    jest.advanceTimersByTime(99);
    expect(rested).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(rested).toEqual(['third']);
    leave('third');
    jest.advanceTimersByTime(1_000);
    expect(rested).toEqual(['third']);
  });
});
