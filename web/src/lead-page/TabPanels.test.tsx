import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { openPart } from '../test/TestApp.js';
import { TabPanels } from './TabPanels.js';

const drawn: string[] = [];
const begun: string[] = [];
beforeEach(() => {
  drawn.length = 0;
  begun.length = 0;
});

const tab = (key: string, more: Pick<LeadTab, 'isDrawnAhead'> = {}): LeadTab => ({
  key,
  side: 'right',
  label: () => key,
  isShown: () => true,
  Panel: () => {
    drawn.push(key);
    useEffect(() => {
      begun.push(key);
    }, []);
    return <p>{`Panel ${key}`}</p>;
  },
  ...more,
});

/** A side with the first tab open; its button opens the second. */
function Side({ tabs }: { tabs: readonly [LeadTab, LeadTab, ...LeadTab[]] }) {
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
        onOpen={setActive}
        lead={exampleLifeLead}
        mayChange
        denialReason={undefined}
        entered={undefined}
        onEntered={() => undefined}
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

test('a panel that is drawn ahead is there before it is opened, unseen, and begins only then', async () => {
  const tabs = [tab('first'), tab('ahead', { isDrawnAhead: true }), tab('later')] as const;
  const { pointer } = openPart(<Side tabs={tabs} />);
  expect(await screen.findByText('Panel ahead')).not.toBeVisible();
  expect(screen.queryByText('Panel later')).not.toBeInTheDocument();
  expect(begun).toEqual(['first']);
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Panel ahead')).toBeVisible();
  expect(begun).toEqual(['first', 'ahead']);
});
