import { useState, type ReactNode } from 'react';
import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { hasFailed } from './has-failed.js';

/** How many rows a page may have; 10 and 20 are the product's own (rule L10). */
const pageSizes = [10, 20, 25, 50, 100];

const itemMessages = {
  page: 'crm.list.page',
  first: 'crm.list.first',
  last: 'crm.list.last',
  next: 'crm.list.next',
  previous: 'crm.list.previous',
  'start-ellipsis': 'crm.list.pages',
  'end-ellipsis': 'crm.list.pages',
} as const;

/** The footer of a list: rows per page, the shown range, and the page buttons. */
export function ListFoot({ note }: { note?: ReactNode }) {
  const { page, perPage, total = 0, setPage, ...list } = useListContext();
  const { isPending, isPlaceholderData = false } = list;
  const isUnknown = isPending || hasFailed(list);
  const translate = useTranslate();
  const isLive = useConnectionState() === 'live';
  // Rows and range belong together: while a page loads, the previous one stays, with its range.
  const [shown, setShown] = useState({ page, perPage });
  if (!isPlaceholderData && (shown.page !== page || shown.perPage !== perPage)) setShown({ page, perPage });
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (shown.page - 1) * shown.perPage + 1;
  const to = Math.min(total, shown.page * shown.perPage);

  return (
    <Box
      component="footer"
      sx={(theme) => ({
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        // It comes with the first rows: how many they are decides where it is.
        visibility: isUnknown ? 'hidden' : 'visible',
        columnGap: { xs: 1, md: 2 },
        minHeight: theme.size.tab,
        px: 2,
        borderTop: `1px solid ${theme.palette.border.default}`,
        backgroundColor: theme.palette.surface.base,
      })}
    >
      <PageSize />
      <Divider orientation="vertical" flexItem sx={{ my: 1.5, display: { xs: 'none', md: 'block' } }} />
      <Typography
        variant="body2"
        role="status"
        sx={(theme) => ({ ...theme.tabular, color: 'text.secondary', minWidth: 96 })}
      >
        {!isUnknown &&
          total > 0 &&
          translate('crm.list.range', {
            from: shownCount(from),
            to: shownCount(to),
            total: shownCount(total),
          })}
      </Typography>
      {isPlaceholderData && !isLive && (
        <Typography variant="body2" role="status" sx={{ color: 'hue.orange.fg' }}>
          {translate('crm.list.pageWaits', { page: shownCount(page) })}
        </Typography>
      )}
      {note !== undefined && (
        <Box sx={{ order: { xs: 1, md: 0 }, width: { xs: '100%', md: 'auto' } }}>{note}</Box>
      )}
      <Pagination
        page={Math.min(page, pages)}
        count={pages}
        siblingCount={1}
        boundaryCount={1}
        onChange={(_event, next) => {
          setPage(next);
        }}
        aria-label={translate('crm.list.pages')}
        getItemAriaLabel={(type, number, isSelected) =>
          translate(isSelected ? 'crm.list.pageNow' : itemMessages[type], { page: number ?? '' })
        }
        renderItem={(item) => (
          <PaginationItem
            {...item}
            page={typeof item.page === 'number' ? shownCount(item.page) : item.page}
            sx={(theme) => ({
              ...theme.typography.body2,
              ...theme.tabular,
              minWidth: theme.size.target,
              height: theme.size.target,
              mx: { xs: 0.25, md: 0.75 },
              borderRadius: `${String(theme.radius.control)}px`,
              color: 'text.secondary',
              '&.Mui-selected, &.Mui-selected:hover': {
                backgroundColor: theme.palette.brand.tint,
                color: theme.palette.primary.main,
                fontWeight: 600,
              },
            })}
          />
        )}
        sx={(theme) => ({
          ml: 'auto',
          mr: -0.75,
          // A phone has room for the page that is shown, between the ways to the others.
          [theme.breakpoints.down('md')]: {
            '& li:not(:first-of-type):not(:last-of-type):not(:has(.Mui-selected))': { display: 'none' },
          },
        })}
      />
    </Box>
  );
}

function PageSize() {
  const { perPage, setPerPage } = useListContext();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useWasOpened(anchor !== null);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        size="small"
        color="secondary"
        endIcon={<ArrowDropDownOutlined />}
        aria-haspopup="menu"
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
        sx={{ ml: -1.25, fontWeight: 400, '& .MuiButton-endIcon': { ml: 0.25 } }}
      >
        {translate('crm.list.perPage', { count: perPage })}
      </Button>
      {wasOpened && (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
          {pageSizes.map((size) => (
            <MenuItem
              key={size}
              selected={size === perPage}
              onClick={() => {
                setPerPage(size);
                close();
              }}
            >
              {translate('crm.list.perPage', { count: size })}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
