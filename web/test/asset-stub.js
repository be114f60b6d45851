/** What a stylesheet or picture is under Jest. */
export default '';
