import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { screen } from '@testing-library/react';
import { useState } from 'react';
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
