import { screen, within } from '@testing-library/react';
import { buildGuide, buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

describe('home', () => {
  it('shows the title after 400 ms and ten values from 600 ms on', async () => {
    openApp({ user: buildUser() });
    const title = await screen.findByRole('heading', { level: 1, name: 'Top 10 Core Values:' });
    expect(title).toHaveStyle({ animationDelay: '400ms' });
    const values = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(values).toHaveLength(10);
    expect(values[0]).toHaveStyle({ animationDelay: '600ms' });
    for (const value of values) expect(within(value).getByRole('heading')).not.toBeEmptyDOMElement();
  });

  it('is scrolled by keys, also where the values stand alone', async () => {
    const { pointer } = openApp({ user: buildGuide() });
    const main = await screen.findByRole('main');
    const [value] = await within(main).findAllByRole('listitem');
    main.focus();
    await pointer.tab();
    expect(value?.parentElement).toHaveFocus();
  });
});
