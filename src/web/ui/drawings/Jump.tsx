/** A jump with its wings and flower boxes, 330 wide and 210 high, to be placed in a drawing. */
export function Jump({ fallen = false }: { fallen?: boolean }) {
  return (
    <g strokeLinecap="round">
      <ellipse cx="165" cy="204" rx="190" ry="13" fill="#5a3d18" opacity="0.16" />
      <Wing x={0} />
      <Wing x={330} />
      {!fallen && <Rail y={66} stripe="#a5392f" />}
      <Rail y={104} stripe="#1f4d3a" />
      <Rail y={142} stripe="#a5392f" />
      <g>
        <rect x="52" y="170" width="98" height="28" rx="5" fill="#fbf8f3" />
        <rect x="180" y="170" width="98" height="28" rx="5" fill="#fbf8f3" />
        <g fill="#2f6a4c">
          {[64, 82, 101, 120, 138, 192, 210, 229, 248, 266].map((x) => (
            <circle key={x} cx={x} cy="168" r="12" />
          ))}
        </g>
        <g fill="#f3c98b">
          {[60, 92, 126, 199, 233, 262].map((x) => (
            <circle key={x} cx={x} cy="162" r="3.5" />
          ))}
        </g>
        <g fill="#e4735f">
          {[76, 110, 141, 188, 217, 250].map((x) => (
            <circle key={x} cx={x} cy="167" r="3.5" />
          ))}
        </g>
      </g>
      {fallen && (
        <g transform="rotate(22 0 66) translate(26 10)">
          <Rail y={66} stripe="#a5392f" />
        </g>
      )}
    </g>
  );
}

function Wing({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path
        d="M-24 200 0 172 24 200"
        fill="none"
        stroke="#6f3813"
        strokeWidth="10"
        strokeLinejoin="round"
      />
      <path d="M0 8V196" stroke="#8a481a" strokeWidth="17" />
      <path d="M-4 10V194" stroke="#a85d28" strokeWidth="5" />
      <g fill="#fbf8f3" opacity="0.85">
        {[46, 84, 122].map((y) => (
          <circle key={y} cx="2" cy={y} r="2.5" />
        ))}
      </g>
    </g>
  );
}

function Rail({ y, stripe }: { y: number; stripe: string }) {
  return (
    <g>
      <path d={`M4 ${y}H326`} stroke="#fbf8f3" strokeWidth="17" />
      <path
        d={`M37 ${y}H293`}
        stroke={stripe}
        strokeWidth="17"
        strokeDasharray="51.2 51.2"
        strokeLinecap="butt"
      />
      <path d={`M6 ${y + 5}H324`} stroke="#26221c" strokeWidth="4" opacity="0.12" />
    </g>
  );
}
