import { handleWebRequest } from '#server/public-api/web.ts';

export {
  handleWebRequest as DELETE,
  handleWebRequest as GET,
  handleWebRequest as HEAD,
  handleWebRequest as OPTIONS,
  handleWebRequest as PATCH,
  handleWebRequest as POST,
  handleWebRequest as PUT,
};
