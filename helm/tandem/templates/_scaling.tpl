{{/* Scale up immediately, down slowly: a pod that stops disconnects its clients. */}}
{{- define "tandem.scaleBehaviour" -}}
scaleUp:
  stabilizationWindowSeconds: 0
  policies:
    - { type: Percent, value: 100, periodSeconds: 30 }
    - { type: Pods, value: 4, periodSeconds: 30 }
  selectPolicy: Max
scaleDown:
  stabilizationWindowSeconds: {{ ternary 1800 300 (eq .svc.kind "ws") }}
  policies:
    - { type: Pods, value: 1, periodSeconds: {{ ternary 300 60 (eq .svc.kind "ws") }} }
{{- end -}}

{{- define "tandem.usesKeda" -}}
{{- if and (eq .svc.kind "ws") .root.Values.operators.keda }}true{{ end -}}
{{- end -}}

{{- define "tandem.hpa" -}}
{{- $scale := .svc.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "tandem.component" . }} }
  minReplicas: {{ $scale.minReplicas }}
  maxReplicas: {{ $scale.maxReplicas }}
  metrics:
    {{- if $scale.connectionsPerPod }}
    - type: Pods
      pods:
        metric: { name: signalling_connections }
        target: { type: AverageValue, averageValue: {{ $scale.connectionsPerPod | quote }} }
    {{- end }}
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .root.Values.defaults.targetCPUUtilization }} }
  behavior:
    {{- include "tandem.scaleBehaviour" . | nindent 4 }}
{{- end -}}

{{- define "tandem.scaledObject" -}}
{{- $scale := .svc.autoscaling -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ include "tandem.component" . }} }
  minReplicaCount: {{ $scale.minReplicas }}
  maxReplicaCount: {{ $scale.maxReplicas }}
  pollingInterval: 15
  # Without a response from Prometheus, or without series, keep the pods (KEDA 2.17 or later).
  fallback: { failureThreshold: 3, replicas: {{ $scale.minReplicas }}, behavior: currentReplicasIfHigher }
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "tandem.scaleBehaviour" . | nindent 8 }}
  triggers:
    - type: prometheus
      metricType: AverageValue
      metadata:
        serverAddress: {{ .root.Values.autoscaling.prometheusUrl }}
        query: sum(signalling_connections{namespace="{{ .root.Release.Namespace }}"})
        threshold: {{ $scale.connectionsPerPod | quote }}
        ignoreNullValues: "false"
    - type: cpu
      metricType: Utilization
      metadata:
        value: {{ .root.Values.defaults.targetCPUUtilization | quote }}
{{- end -}}
