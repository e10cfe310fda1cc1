import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { openPart } from '../test/TestApp.js';
import { TabPanels } from './TabPanels.js';

test('a panel that was opened is not drawn again when another is', async () => {
  const drawn: string[] = [];
  const tab = (key: string): LeadTab => ({
    key,
    side: 'right',
    label: () => key,
    isShown: () => true,
    Panel: () => {
      drawn.push(key);
      return <p>{`Panel ${key}`}</p>;
    },
  });
  const [first, second] = [tab('first'), tab('second')];
  function Side() {
    const [active, setActive] = useState(first);
    return (
      <>
        <button
          type="button"
          onClick={() => {
            setActive(second);
          }}
        >
          Next
        </button>
        <TabPanels
          tabs={[first, second]}
          active={active}
          onOpen={setActive}
          lead={exampleLifeLead}
          mayChange
          denialReason={undefined}
        />
      </>
    );
  }
  const { pointer } = openPart(<Side />);
  await screen.findByText('Panel first');
  const before = drawn.filter((key) => key === 'first').length;
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Panel second');
  expect(drawn.filter((key) => key === 'first')).toHaveLength(before);
});

test('a panel that is drawn ahead is there before it is opened, unseen, and begins only then', async () => {
  const begun: string[] = [];
  const tab = (key: string, ahead: Pick<LeadTab, 'isDrawnAhead'> = {}): LeadTab => ({
    key,
    side: 'right',
    label: () => key,
    isShown: () => true,
    Panel: () => {
      useEffect(() => {
        begun.push(key);
      }, []);
      return <p>{`Panel ${key}`}</p>;
    },
    ...ahead,
  });
  const [first, ahead, later] = [tab('first'), tab('ahead', { isDrawnAhead: true }), tab('later')];
  function Side() {
    const [active, setActive] = useState(first);
    return (
      <>
        <button
          type="button"
          onClick={() => {
            setActive(ahead);
          }}
        >
          Next
        </button>
        <TabPanels
          tabs={[first, ahead, later]}
          active={active}
          onOpen={setActive}
          lead={exampleLifeLead}
          mayChange
          denialReason={undefined}
        />
      </>
    );
  }
  const { pointer } = openPart(<Side />);
  expect(await screen.findByText('Panel ahead')).not.toBeVisible();
  expect(screen.queryByText('Panel later')).not.toBeInTheDocument();
  expect(begun).toEqual(['first']);
  await pointer.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Panel ahead')).toBeVisible();
  expect(begun).toEqual(['first', 'ahead']);
});
