/**
 * HEALTHCHECK of the image: ends with 0 where the service may be sent requests (OPS-60). The image
 * holds no curl.
 */
const port = process.env.PORT || 3000;
const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
process.exit(response?.status === 200 ? 0 : 1);
