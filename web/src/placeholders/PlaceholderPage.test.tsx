import { screen } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

describe('a product without a screen', () => {
  it.each([
    ['/auto', 'Auto'],
    ['/pet', 'Pet'],
    ['/home', 'Home'],
    ['/motorcycle', 'Motorcycle'],
    ['/renters', 'Renters'],
  ])('has an address: %s', async (path, name) => {
    openApp({ user: buildAdmin(), path });
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  it('leads to the dashboard that its visitor may see', async () => {
    openApp({ user: buildUser({ subroles: [2] }), path: '/auto' });
    expect(await screen.findByRole('link', { name: 'Go to health leads' })).toHaveAttribute(
      'href',
      '/health',
    );
  });
});
