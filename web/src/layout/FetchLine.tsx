import Box from '@mui/material/Box';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';

/** The progress line below the top bar during requests; hidden for fast ones. */
export const FetchLine = () => {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        position: 'absolute',
        left: 0,
        right: 0,
        bottom: -1,
        height: 2,
        backgroundColor: 'primary.main',
        opacity: isBusy ? 1 : 0,
        transition: `opacity ${String(theme.timing.base)}ms ${theme.timing.easeOut} ${isBusy ? '150ms' : '0ms'}`,
      })}
    />
  );
};
