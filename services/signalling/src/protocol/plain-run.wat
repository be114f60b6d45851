;; Finds the end of a run of plain characters in a JSON string, 16 bytes at a time.
(module
  (import "frame" "memory" (memory 1))

  ;; The index, at or after $at, of the next control character, quote or backslash.
  ;; Requires that there is one. Reads at most 15 bytes beyond it.
  (func (export "skipPlain") (param $at i32) (result i32)
    (local $block v128)
    (local $specials i32)
    (loop $next
      (local.set $block (v128.load (local.get $at)))
      ;; Bit n is set when byte n ends the run.
      (local.set $specials
        (i8x16.bitmask
          (v128.or
            (i8x16.lt_u (local.get $block) (i8x16.splat (i32.const 0x20)))
            (v128.or
              (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c)))))))
      (if (i32.eqz (local.get $specials))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next))))
    (i32.add (local.get $at) (i32.ctz (local.get $specials)))))
