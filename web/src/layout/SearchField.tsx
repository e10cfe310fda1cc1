import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { Kbd } from '../controls/Kbd.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** Looks like the field it opens: the overlay that finds leads, pages and actions. */
export const SearchField = ({ onOpen }: { onOpen: () => void }) => {
  const translate = useTranslate();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ButtonBase
      aria-label={translate('crm.shell.find')}
      aria-haspopup="dialog"
      onClick={onOpen}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        justifyContent: 'flex-start',
        flex: { xs: 'none', sm: '0 1 320px' },
        minWidth: 0,
        height: theme.size.control,
        pl: 1.25,
        pr: { xs: 1.25, sm: 1 },
        gap: 1,
        color: 'text.tertiary',
        backgroundColor: 'surface.canvas',
        border: 1,
        borderColor: 'border.default',
        borderRadius: `${String(theme.radius.control)}px`,
        '&:hover': { borderColor: 'border.control' },
      })}
    >
      <SearchOutlined aria-hidden />
      <Box
        component="span"
        sx={{
          display: { xs: 'none', sm: 'block' },
          flex: 1,
          textAlign: 'start',
          overflow: 'hidden',
          whiteSpace: 'nowrap',
        }}
      >
        {translate(narrow ? 'crm.shell.findShort' : 'crm.shell.find')}
      </Box>
      {!narrow && <Kbd aria-hidden>/</Kbd>}
    </ButtonBase>
  );
};
