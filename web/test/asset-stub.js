/** A stylesheet or image under Jest. */
export default '';
