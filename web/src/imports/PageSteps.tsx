import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { IconAction } from '../controls/IconAction.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}

/** Which rows of a short list are shown, and the ways to the others; nothing where all are. */
export function PageSteps({ page, perPage, total, onPage }: Props) {
  const translate = useTranslate();
  if (total <= perPage) return null;
  const pages = Math.ceil(total / perPage);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', mt: 1 }}>
      <Typography
        variant="body2"
        role="status"
        color="textSecondary"
        sx={(theme) => ({ ...theme.tabular, mr: 1 })}
      >
        {translate('crm.list.range', {
          from: shownCount((page - 1) * perPage + 1),
          to: shownCount(Math.min(total, page * perPage)),
          total: shownCount(total),
        })}
      </Typography>
      <IconAction
        label={translate('crm.list.previous')}
        isOff={page <= 1}
        onClick={() => {
          onPage(page - 1);
        }}
      >
        <ChevronLeftOutlined />
      </IconAction>
      <IconAction
        label={translate('crm.list.next')}
        isOff={page >= pages}
        onClick={() => {
          onPage(page + 1);
        }}
      >
        <ChevronRightOutlined />
      </IconAction>
    </Box>
  );
}

/** The page that is there of one that was asked for: the last one where rows have left the list meanwhile. */
export const pageThatIs = (page: number, perPage: number, total: number): number =>
  Math.max(1, Math.min(page, Math.ceil(total / perPage)));
