import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { dashboardFor, leadListFor, searchAddress } from './dashboards.js';

describe('the dashboard that a search leads to', () => {
  it('is the one at hand', () => {
    expect(dashboardFor(buildAdmin(), '/health')).toBe('/health');
  });

  it('is the first that the user may see, from anywhere else', () => {
    expect(dashboardFor(buildAdmin(), '/raw-leads')).toBe('/life');
    expect(dashboardFor(buildUser({ subroles: [2] }), '/life')).toBe('/health');
  });

  it('is none for who sees none', () => {
    expect(dashboardFor(buildUser({ subroles: [] }))).toBeUndefined();
    expect(dashboardFor(buildGuide())).toBeUndefined();
  });

  it('stands for the list of a user’s leads, which guides have elsewhere', () => {
    expect(leadListFor(buildAdmin())).toBe('/life');
    expect(leadListFor(buildUser({ subroles: [2] }))).toBe('/health');
    expect(leadListFor(buildGuide())).toBe('/guide/leads');
    expect(leadListFor(buildUser({ subroles: [] }))).toBe('/');
  });

  it('carries the text as the list’s filter, whatever is in it', () => {
    const { pathname, searchParams } = new URL(searchAddress('/life', 'O"Neil & (214)'), 'http://x');
    expect(pathname).toBe('/life');
    expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({ q: 'O"Neil & (214)' });
    expect(searchParams.get('page')).toBe('1');
  });
});
