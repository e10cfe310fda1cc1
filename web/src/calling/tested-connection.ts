const keyOf = (userId: string) => `connection.tested.${userId}`;

/** Whether somebody's connection was tested in this session of the browser window. */
export const isConnectionTested = (userId: string): boolean => sessionStorage.getItem(keyOf(userId)) !== null;

export function setConnectionTested(userId: string): void {
  sessionStorage.setItem(keyOf(userId), 'yes');
}
