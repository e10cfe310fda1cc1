import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { openPart } from '../test/TestApp.js';
import { TabPanels } from './TabPanels.js';

const drawn: string[] = [];
const asked: string[] = [];
beforeEach(() => {
  drawn.length = 0;
  asked.length = 0;
});

/** What a panel reads under a key, kept live or fresh for a minute where that is said. */
function useAsked(key: string, options: { isKeptLive?: boolean; staleTime?: number } = {}) {
  const { data } = useVerbQuery<string>({
    key: [key],
    ask: () => {
      asked.push(key);
      return Promise.resolve(`Answer ${key}`);
    },
    ...options,
  });
  return data;
}

const tab = (key: string, more: Partial<Pick<LeadTab, 'isDrawnAhead' | 'Panel'>> = {}): LeadTab => ({
  key,
  side: 'right',
  label: () => key,
  isShown: () => true,
  Panel: () => {
    drawn.push(key);
    return <p>{`Panel ${key}`}</p>;
  },
  ...more,
});

const entering = () => undefined;

/** A side with the first tab open; its button opens the second. */
function Side({
  tabs,
  entered,
  rested = [],
}: {
  tabs: readonly [LeadTab, LeadTab, ...LeadTab[]];
  entered?: string;
  rested?: readonly string[];
}) {
  const [active, setActive] = useState(tabs[0]);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setActive(tabs[1]);
        }}
      >
        Next
      </button>
      <TabPanels
        tabs={tabs}
        active={active}
        rested={rested}
        onOpen={setActive}
        lead={exampleLifeLead}
        mayChange
        denialReason={undefined}
        entered={entered}
        onEntered={entering}
      />
    </>
  );
}

test('a panel that was opened is not drawn again when another is', async () => {
  const { pointer } = openPart(<Side tabs={[tab('first'), tab('second')]} />);
  await screen.findByText('Panel first');
  const before = drawn.filter((key) => key === 'first').length;
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Panel second');
  expect(drawn.filter((key) => key === 'first')).toHaveLength(before);
});

test('a panel that is drawn ahead is there before it is opened, unseen, and is not drawn again for that', async () => {
  const tabs = [tab('first'), tab('ahead', { isDrawnAhead: true }), tab('later')] as const;
  const { pointer } = openPart(<Side tabs={tabs} />);
  expect(await screen.findByText('Panel ahead')).not.toBeVisible();
  expect(screen.queryByText('Panel later')).not.toBeInTheDocument();
  const before = drawn.filter((key) => key === 'ahead').length;
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Panel ahead')).toBeVisible();
  expect(drawn.filter((key) => key === 'ahead')).toHaveLength(before);
});

test('a panel that is drawn ahead asks for what it lacks once it is opened, and for no more', async () => {
  const Shared = () => (
    <>
      {useAsked('kept', { isKeptLive: true })}
      {useAsked('fresh', { staleTime: 60_000 })}
      {useAsked('stale')}
    </>
  );
  const First = () => (
    <p>
      <Shared />
    </p>
  );
  const Ahead = () => (
    <p>
      Ahead: <Shared />
      {useAsked('own', { isKeptLive: true })}
    </p>
  );
  const tabs = [tab('first', { Panel: First }), tab('ahead', { Panel: Ahead, isDrawnAhead: true })] as const;
  const { pointer } = openPart(<Side tabs={tabs} />);
  expect(await screen.findByText('Ahead: Answer keptAnswer freshAnswer stale')).not.toBeVisible();
  // What is kept live is read once more when events begin.
  expect(asked.filter((key) => key !== 'kept')).toEqual(['fresh', 'stale']);
  asked.length = 0;
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Ahead: Answer keptAnswer freshAnswer staleAnswer own')).toBeVisible();
  expect(asked).toEqual(['stale', 'own']);
});

test('a panel that is drawn ahead asks as soon as the pointer rests on its tab, and no more when it is opened', async () => {
  const Ahead = () => <p>Ahead: {useAsked('mails')}</p>;
  const tabs = [tab('first'), tab('ahead', { Panel: Ahead, isDrawnAhead: true })] as const;
  const { pointer } = openPart(<Side tabs={tabs} rested={['ahead']} />);
  expect(await screen.findByText('Ahead: Answer mails')).not.toBeVisible();
  expect(asked).toEqual(['mails']);
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Ahead: Answer mails')).toBeVisible();
  expect(asked).toEqual(['mails']);
});

test('whoever enters a panel by a key is where something can be written, once it is shown', async () => {
  const Written = () => (
    <>
      <div hidden>
        <textarea aria-label="Of another slot" />
      </div>
      <textarea aria-label="Written" />
    </>
  );
  const tabs = [tab('first'), tab('ahead', { Panel: Written, isDrawnAhead: true })] as const;
  const { pointer } = openPart(<Side tabs={tabs} entered="ahead" />);
  const field = await screen.findByLabelText('Written');
  expect(field).not.toHaveFocus();
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(field).toHaveFocus();
});
