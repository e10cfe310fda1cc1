import { useEffect, useId, useState, type ReactNode } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ThumbDownOutlined from '@mui/icons-material/ThumbDownOutlined';
import ThumbUpOutlined from '@mui/icons-material/ThumbUpOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import Tooltip from '@mui/material/Tooltip';
import { callIssue } from '@crm/contracts/entities/call-quality.js';
import { Clip } from '../controls/Clip.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useCalling, useCallingStore } from '../calling/calling.js';

/** How long it is offered: whoever has not rated a call by then goes on to other things. */
const offeredMs = 60_000;

/**
 * Asks how the last call sounded, in a corner: it takes no focus from the status dialog, adds nothing to it, and goes by
 * itself, with the next call at the latest.
 */
export default function CallRating({ name }: { name: string }) {
  const translate = useCallMessages();
  const store = useCallingStore();
  const { desk } = useCalling();
  const [isBad, setBad] = useState(false);
  const title = useId();
  const close = () => {
    store.set({ rateable: null });
  };
  useEffect(() => {
    const timer = setTimeout(() => {
      store.set({ rateable: null });
    }, offeredMs);
    return () => {
      clearTimeout(timer);
    };
  }, [store]);

  return (
    <Portal>
      <Paper
        component="section"
        aria-labelledby={title}
        elevation={6}
        // The dialog beside it keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
        sx={(theme) => ({
          position: 'fixed',
          left: 16,
          // Above what can be done with the lead, which is wanted right after a call.
          bottom: `calc(var(--call-panel, 0px) + ${String(theme.size.actionBar)}px + ${theme.spacing(2)})`,
          zIndex: theme.zIndex.modal + 1,
          width: 300,
          p: 1.5,
          display: 'grid',
          gap: 1,
          // On a phone the dialog is where this would be: it waits behind it.
          [theme.breakpoints.down('sm')]: { zIndex: theme.zIndex.appBar, width: 'calc(100vw - 32px)' },
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box id={title} sx={{ typography: 'subtitle2' }}>
              {translate(isBad ? 'crm.calls.rating.what' : 'crm.calls.rating.title')}
            </Box>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              <Clip text={name} />
            </Box>
          </Box>
          {!isBad && (
            <>
              <RatingButton
                label={translate('crm.calls.rating.good')}
                onClick={() => {
                  desk?.rate('good', null);
                  close();
                }}
              >
                <ThumbUpOutlined fontSize="small" />
              </RatingButton>
              <RatingButton
                label={translate('crm.calls.rating.bad')}
                onClick={() => {
                  desk?.rate('bad', null);
                  setBad(true);
                }}
              >
                <ThumbDownOutlined fontSize="small" />
              </RatingButton>
            </>
          )}
          <RatingButton
            label={translate(isBad ? 'crm.calls.rating.noReason' : 'crm.calls.rating.dismiss')}
            onClick={close}
          >
            <CloseOutlined fontSize="small" />
          </RatingButton>
        </Box>
        {isBad && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
            {callIssue.options.map((issue) => (
              <Chip
                key={issue}
                size="small"
                variant="outlined"
                label={translate(`crm.calls.rating.${issue}`)}
                onClick={() => {
                  desk?.rate('bad', issue);
                  close();
                }}
              />
            ))}
          </Box>
        )}
      </Paper>
    </Portal>
  );
}

interface RatingButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

const RatingButton = ({ label, onClick, children }: RatingButtonProps) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
);
