/** Icon of every notification. */
export const noticeIcon = '/icons/icon-192.png';
