import type { ComponentProps, KeyboardEvent } from 'react';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { stepInRow } from './arrow-steps.rules.js';

// MUI's tabs draw all of themselves three times and measure the page each time; of these those that change are drawn.

/** Goes along a list with the arrow keys; Enter opens. */
function goAlong(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const place = tabs.findIndex((tab) => tab === document.activeElement);
  const next = stepInRow(event.key, place, tabs.length, 'goes round');
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
}

/** The heads of tabs. */
export const TabList = styled((props: ComponentProps<'div'>) => (
  <div role="tablist" onKeyDown={goAlong} {...props} />
))(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flex: 'none',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  paddingInline: theme.spacing(2),
  borderBottom: `1px solid ${theme.palette.border.default}`,
}));

/** The head of a tab, selected by its `aria-selected`. */
export const TabButton = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body1,
  position: 'relative',
  flex: 'none',
  minHeight: theme.size.tab,
  padding: '0 4px',
  marginRight: 20,
  fontWeight: 500,
  color: theme.palette.text.secondary,
  '&[aria-selected="true"]': { fontWeight: 600, color: theme.palette.primary.main },
  '&[aria-selected="true"]::after': {
    content: '""',
    position: 'absolute',
    inset: 'auto 0 0',
    height: 2,
    backgroundColor: theme.palette.primary.main,
  },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}));
